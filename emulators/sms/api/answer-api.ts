import type { Received } from '../../http/received.ts'
import { htmlReply, jsonReply, type Reply } from '../../http/reply.ts'
import { createRouter } from '../../route.ts'
import { countAccepted } from '../../tally.ts'
import type { FaultKind } from '../faults.ts'
import { storeText } from '../keep-text.ts'
import type { SmsEmulator } from '../stand-in.ts'
import { checkText } from './check-text.ts'
import { describeText } from './describe-text.ts'
import { listTexts } from './list-texts.ts'
import { noMobile, Refusal, refusalReply, tooManyRequests, unknownLogin } from './refusal.ts'

export const apiPath = '/2010-04-01/'

/** What the caller gets to see: an answer, none for ever, or a connection that breaks off. */
export type ReplyOutcome = Reply | 'silence' | 'broken-connection'

const messagesPath = `${apiPath}Accounts/:sid/Messages.json`
const findOperation = createRouter([
  { method: 'POST', path: messagesPath, name: 'send' },
  { method: 'GET', path: messagesPath, name: 'list' },
] as const)

export function answerApi(standIn: SmsEmulator, received: Received): ReplyOutcome {
  try {
    const route = findOperation(received.method, received.path)
    if (!route) throw new Refusal(404, 20_404, `The requested resource ${received.path} was not found`)
    assertLogin(standIn, received, route.params['sid'])
    const act = () =>
      route.target.name === 'send' ? sendText(standIn, received) : jsonReply(200, listTexts(standIn, received.query))
    const fault = standIn.faults.take(route.target.name)
    return fault ? misbehave(fault, act) : act()
  } catch (error) {
    if (error instanceof Refusal) return refusalReply(error)
    throw error
  }
}

function assertLogin({ account }: SmsEmulator, { headers }: Received, sid: string | undefined): void {
  const right = `Basic ${Buffer.from(`${account.sid}:${account.authToken}`).toString('base64')}`
  if (headers['authorization'] !== right || sid !== account.sid) throw unknownLogin()
}

function sendText(standIn: SmsEmulator, { headers, body }: Received): Reply {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  const said = checkText(standIn, new URLSearchParams(isForm ? body.toString() : ''))
  countAccepted(standIn.state.tally, [said.to, said.body])
  const text = storeText(standIn, { direction: 'outbound-api', ...said })
  return jsonReply(201, describeText(standIn.account, text, 'queued'))
}

function misbehave(kind: FaultKind, act: () => Reply): ReplyOutcome {
  switch (kind) {
    case 'throttle':
      return refusalReply(tooManyRequests(), { 'retry-after': '7' })
    case 'error-500':
      return refusalReply(new Refusal(500, 20_500, 'Internal Server Error'))
    case 'html-502':
      return htmlReply(502, '<html><body><h1>502 Bad Gateway</h1></body></html>')
    case 'hang':
      return 'silence'
    case 'drop':
      return 'broken-connection'
    case 'drop-after-acting':
      act()
      return 'broken-connection'
    case 'refuse-login':
      return refusalReply(unknownLogin())
    case 'refuse-number':
      return refusalReply(noMobile('the number'))
    case 'wrong-shape':
      act()
      return jsonReply(200, { messages: 'none', sid: 7 })
  }
}
