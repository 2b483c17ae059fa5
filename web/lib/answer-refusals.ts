import { askFirst } from '#contract/risky-values.ts'
import { ApiError } from './api-error.ts'
import { type SignInReason, waitForSignIn } from './recent-sign-in.ts'
import { askAboutRisks } from './risk-questions.ts'

type Send<Reply> = (riskAnswer: string) => Promise<Reply>

/**
 * Makes a call and, where the server refuses it for something that the person can answer, asks them and repeats the call: risky values
 * to confirm, or a sign-in. A second refusal after a sign-in is the caller's.
 */
export async function answerRefusals<Reply>(send: Send<Reply>): Promise<Reply> {
  try {
    return await confirmRisks(send, askFirst)
  } catch (error) {
    const reason = error instanceof ApiError ? signInReason(error) : null
    if (reason === null || !(await waitForSignIn(reason))) throw error
    return confirmRisks(send, askFirst)
  }
}

function signInReason({ status, needsSignIn }: ApiError): SignInReason | null {
  if (status === 401) return 'session-ended'
  return needsSignIn ? 'old-sign-in' : null
}

/** Asks again when the values have become others since the person confirmed them. */
async function confirmRisks<Reply>(send: Send<Reply>, riskAnswer: string): Promise<Reply> {
  try {
    return await send(riskAnswer)
  } catch (error) {
    if (!(error instanceof ApiError && error.risks) || !(await askAboutRisks(error.risks))) throw error
    return confirmRisks(send, error.risks.confirmation)
  }
}
