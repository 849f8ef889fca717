/** Senders whose pictures are wanted, as src/contract/endpoints/imageSenders lists them. */
import * as entries from '../../../src/contract/endpoints/imageSenders'
import { makeAllowImages, makeForbidImages, makeImageSendersList } from '../../services/imageSenders'
import { type Binding, on } from '../binding'

export type ImageSenderParts = Parameters<typeof makeAllowImages>[0]

export function imageSenderBindings(parts: ImageSenderParts): readonly Binding[] {
  return [
    on(entries.imageSenders, makeImageSendersList(parts)),
    on(entries.allowImages, makeAllowImages(parts)),
    on(entries.forbidImages, makeForbidImages(parts)),
  ]
}
