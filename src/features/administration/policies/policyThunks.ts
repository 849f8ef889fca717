/** What the tabs of domains, logo and policies ask the gateway to change. */
import type { Call, Endpoint, Reply } from '#contract/endpoint'
import { putOrganizationLogo } from '#contract/endpoints/organization/logo'
import type { Outcome } from '#src/lib/http/outcome'
import type { AppThunk } from '#src/store/typed'

export function changeOrganization<E extends Endpoint>(entry: E, form: Call<E>): AppThunk<Promise<Outcome<Reply<E>>>> {
  return (_dispatch, _getState, { call }) => call(entry, form)
}

export function sendOrganizationLogo(picture: Blob): AppThunk<Promise<Outcome<Reply<typeof putOrganizationLogo>>>> {
  return (_dispatch, _getState, { sendBytes }) => sendBytes(putOrganizationLogo, {}, picture, {})
}
