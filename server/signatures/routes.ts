/** Signatures, as src/contract/endpoints/sending/signatures lists them. */
import * as entries from '#contract/endpoints/sending/signatures'
import { type Binding, on } from '../http/binding'
import {
  makeChooseSignatures,
  makeRemoveSignature,
  makeSaveSignature,
  makeSignatures,
  type SignatureDeps,
} from './signatures'

export function signatureBindings(deps: SignatureDeps): readonly Binding[] {
  return [
    on(entries.signatures, makeSignatures(deps)),
    on(entries.saveSignature, makeSaveSignature(deps)),
    on(entries.removeSignature, makeRemoveSignature(deps)),
    on(entries.chooseSignatures, makeChooseSignatures(deps)),
  ]
}
