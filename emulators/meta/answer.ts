import type { IncomingMessage, ServerResponse } from 'node:http'
import { BodyTooLarge, receive } from '../http/received.ts'
import { jsonReply, send } from '../http/reply.ts'
import { answerControl, controlPath } from './control/answer-control.ts'
import type { ReplyOutcome } from './faults/misbehave.ts'
import { answerGraph } from './graph/answer-graph.ts'
import { answerPage } from './page/answer-page.ts'
import type { MetaEmulator } from './stand-in.ts'

const bodyLimit = 32 * 1_048_576

export async function answer(standIn: MetaEmulator, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const outcome = await dispatch(standIn, request)
  if (outcome === 'silence') return
  if (outcome === 'broken-connection') return void response.destroy()
  send(response, outcome)
}

async function dispatch(standIn: MetaEmulator, request: IncomingMessage): Promise<ReplyOutcome> {
  try {
    const received = await receive(request, bodyLimit)
    if (received.path === '/') return await answerPage(standIn, received)
    if (received.path.startsWith(controlPath)) return await answerControl(standIn, received)
    return await answerGraph(standIn, received)
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error
    return jsonReply(413, { error: { message: error.message, type: 'OAuthException', code: 1 } })
  }
}
