import { isLocal } from '../../control.ts'
import type { Received } from '../../http/received.ts'
import { htmlReply, type Reply } from '../../http/reply.ts'
import { inboxReply } from '../../inbox-page.ts'
import { createRouter } from '../../route.ts'
import { receiveReply } from '../answers.ts'
import type { SmsEmulator } from '../stand-in.ts'
import { inboxOf } from './pages.ts'
import { groupThreads } from './threads.ts'

const findPage = createRouter([
  { method: 'GET', path: '/' },
  { method: 'GET', path: '/numbers/:number' },
  { method: 'POST', path: '/numbers/:number' },
] as const)

/** For people: the phones that Lockstep writes to, and a way to answer from each. */
export async function answerInbox(standIn: SmsEmulator, received: Received): Promise<Reply> {
  const { method, path, headers } = received
  if (!isLocal(headers['host'])) return htmlReply(403, 'This inbox is for this machine only.')
  const number = findPage(method, path)?.params['number']
  const threads = groupThreads(standIn.state.texts)
  const thread = threads.find((one) => one.number === number) ?? null
  if (method === 'POST' && thread) {
    if (headers['origin'] !== `http://${headers['host']}`) return htmlReply(403, 'Only this page itself answers.')
    const said = new URLSearchParams(received.body.toString()).get('body')?.trim()
    if (said) await receiveReply(standIn, thread.number, said)
    return { status: 303, headers: { location: path } }
  }
  return inboxReply(thread || path === '/' ? 200 : 404, inboxOf(threads, thread, standIn.state.optedOut))
}
