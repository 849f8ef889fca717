/** A browser has one session: whoever signs in where there is one gets a new one in its place, and the former is good no more (TRUST S18). */
import { namedSession } from './authenticate'
import type { SessionStore } from './session.store'

type From = { readonly authorization: string }

/** Around a use case that may sign in; a refusal leaves the former session as it is. */
export const replaceSession =
  <Form, Needed, Reply extends object>(
    { sessions }: { readonly sessions: SessionStore },
    signIn: (form: Form, from: Needed) => Promise<Reply>,
  ) =>
  async (form: Form, from: Needed & From): Promise<Reply> => {
    const reply = await signIn(form, from)
    const former = namedSession(from.authorization)
    const isIn = 'accessToken' in reply || ('signedIn' in reply && reply.signedIn !== undefined)
    if (isIn && former !== null) await sessions.close(former)
    return reply
  }
