import { catchUp } from '../catch-up.ts'
import { createRouter } from '../../route.ts'
import type { Received } from '../../http/received.ts'
import { jsonReply, type Reply } from '../../http/reply.ts'
import type { AmazonEmulator } from '../stand-in.ts'
import { behaviourCommands } from './behaviour.ts'
import { BadCommand } from './command.ts'
import { consentCommands } from './consent.ts'
import { itemCommands } from './items.ts'
import { orderCommands } from './orders.ts'
import { partnerCommands } from './partners.ts'
import { processingCommands } from './processing.ts'
import { sellerCommands } from './sellers.ts'

export const controlPath = '/_control/'

const findCommand = createRouter([
  ...sellerCommands,
  ...itemCommands,
  ...consentCommands,
  ...behaviourCommands,
  ...orderCommands,
  ...processingCommands,
  ...partnerCommands,
])

/** What Amazon itself has no door for: how tests, the demo and measurements set up and disturb the stand-in. */
export function answerControl(standIn: AmazonEmulator, received: Received): Reply {
  if (isFromPage(received)) return jsonReply(403, { error: 'Pages in a browser give no orders here.' })
  const route = findCommand(received.method, received.path)
  if (!route) return jsonReply(404, { error: `There is no ${received.method} ${received.path}.` })
  catchUp(standIn.state, standIn.clock.now())
  try {
    const reply = jsonReply(
      200,
      route.target.answer({ emulator: standIn, params: route.params, body: parse(received) }),
    )
    if (received.method !== 'GET') standIn.scheduleSave()
    return reply
  } catch (error) {
    if (!(error instanceof BadCommand)) throw error
    return jsonReply(error.status, { error: error.message })
  }
}

/** A browser names the page's own origin, or, when that was made to lead here, a host that is not this machine's. */
const isFromPage = ({ headers: { origin, host = '' } }: Received) =>
  origin !== undefined || !/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(host)

function parse({ body, headers }: Received): unknown {
  if (body.length === 0) return undefined
  if (!headers['content-type']?.startsWith('application/json')) throw new BadCommand(400, 'The body must be JSON.')
  try {
    return JSON.parse(body.toString()) as unknown
  } catch {
    throw new BadCommand(400, 'The body must be JSON.')
  }
}
