import { makeCalls } from './calls'
import { makeTestGateway } from './gateway'

/** A gateway with two people who are signed in; `account` is lin's. */
export async function linAndWang() {
  const gateway = await makeTestGateway()
  const calls = makeCalls(gateway)
  const account = await gateway.account('lin@ep.test')
  await gateway.account('wang@ep.test')
  return { gateway, calls, account, lin: await calls.signIn('lin@ep.test'), wang: await calls.signIn('wang@ep.test') }
}
