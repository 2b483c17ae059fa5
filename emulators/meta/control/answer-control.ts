import type { Received } from '../../http/received.ts'
import { jsonReply, type Reply } from '../../http/reply.ts'
import { createRouter } from '../../route.ts'
import type { MetaEmulator } from '../stand-in.ts'
import { behaviourCommands } from './behaviour.ts'
import { BadCommand } from './command.ts'
import { orderCommands } from './orders.ts'
import { shopCommands } from './shops.ts'

export const controlPath = '/_control/'

const findCommand = createRouter([...shopCommands, ...orderCommands, ...behaviourCommands])

/** What Meta itself has no door for: how tests and the demo set up and disturb the stand-in. */
export async function answerControl(standIn: MetaEmulator, received: Received): Promise<Reply> {
  if (isFromPage(received)) return jsonReply(403, { error: 'Pages in a browser give no orders here.' })
  const route = findCommand(received.method, received.path)
  if (!route) return jsonReply(404, { error: `There is no ${received.method} ${received.path}.` })
  try {
    const call = { emulator: standIn, params: route.params, body: parse(received) }
    const answer = await route.target.answer(call)
    await standIn.catchUp()
    if (received.method !== 'GET') standIn.scheduleSave()
    return jsonReply(200, answer)
  } catch (error) {
    if (!(error instanceof BadCommand)) throw error
    return jsonReply(error.status, { error: error.message })
  }
}

/** A browser names the page's own origin, or, when that was made to lead here, a host that is not this machine's. */
const isFromPage = ({ headers: { origin, host = '' } }: Received) => origin !== undefined || !isLocal(host)

export const isLocal = (host: string) => /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(host)

function parse({ body }: Received): unknown {
  if (body.length === 0) return undefined
  try {
    return JSON.parse(body.toString()) as unknown
  } catch {
    throw new BadCommand(400, 'The body must be JSON.')
  }
}
