import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerConsent, consentPath } from './consent/answer-consent.ts'
import { answerControl, controlPath } from './control/answer-control.ts'
import { answerDocument } from './documents/answer-document.ts'
import { documentsPath } from './documents/links.ts'
import type { ReplyOutcome } from './faults/misbehave.ts'
import { answerOperation } from './gateway/answer-operation.ts'
import { refusalReply } from './gateway/refusal-reply.ts'
import { BodyTooLarge, receive } from '../http/received.ts'
import { send } from '../http/reply.ts'
import { answerLwa, lwaPath } from './lwa/answer-lwa.ts'
import { Refusal } from './refusal.ts'
import type { AmazonEmulator } from './stand-in.ts'

const megabyte = 1_048_576
const bodyLimit = 10 * megabyte
const controlBodyLimit = 512 * megabyte

/** One host is all of Amazon here; the path says which of its houses is meant. */
export async function answer(
  standIn: AmazonEmulator,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const outcome = await dispatch(standIn, request)
  if (outcome === 'silence') return
  if (outcome === 'broken-connection') return void response.destroy()
  const requestId = { 'x-amzn-requestid': randomUUID() }
  send(response, { ...outcome, headers: { ...outcome.headers, ...requestId } })
}

async function dispatch(standIn: AmazonEmulator, request: IncomingMessage): Promise<ReplyOutcome> {
  const isControl = request.url?.startsWith(controlPath)
  try {
    const received = await receive(request, isControl ? controlBodyLimit : bodyLimit)
    const { path } = received
    if (isControl) return answerControl(standIn, received)
    if (path === consentPath) return answerConsent(standIn, received)
    if (path === lwaPath) return await answerLwa(standIn, received)
    if (path.startsWith(documentsPath)) {
      standIn.scheduleSave()
      return answerDocument(standIn.state, received, standIn.clock.now())
    }
    return await answerOperation(standIn, received)
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error
    return refusalReply(new Refusal(413, 'RequestTooLarge', error.message))
  }
}
