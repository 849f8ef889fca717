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

export function signatureBindings(parts: SignatureDeps): readonly Binding[] {
  return [
    on(entries.signatures, makeSignatures(parts)),
    on(entries.saveSignature, makeSaveSignature(parts)),
    on(entries.removeSignature, makeRemoveSignature(parts)),
    on(entries.chooseSignatures, makeChooseSignatures(parts)),
  ]
}
