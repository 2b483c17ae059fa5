import { setTimeout as sleep } from 'node:timers/promises'
import { timed } from './measure.ts'
import type { BenchEnvironment } from './stage/stage.ts'

/** How long somebody waited, in milliseconds: for lists, for the answer to Fulfill, and until Amazon had the order. */
export type Noticed = { lists: number[]; presses: number[]; acceptances: number[] }

const lookMilliseconds = 250
/** A person does not send the next order at once. */
const restMilliseconds = 1_000

/** Somebody who looks at the list and sends orders one by one, until there are none left or it is the end. */
export async function watchColleague(
  { url }: BenchEnvironment,
  headers: Record<string, string>,
  orderIds: readonly string[],
  isEnd: () => boolean,
): Promise<Noticed> {
  const noticed: Noticed = { lists: [], presses: [], acceptances: [] }
  const look = async () => {
    noticed.lists.push(await timed(() => read(`${url}/api/orders?limit=50`, headers)))
    await sleep(lookMilliseconds)
  }
  const isSent = async (orderId: string) => {
    const { status } = (await read(`${url}/api/orders/${orderId}`, headers)) as { status: string }
    return status === 'sent_to_fulfillment'
  }
  for (const orderId of orderIds) {
    if (isEnd()) break
    const begun = performance.now()
    noticed.presses.push(await timed(() => press(`${url}/api/orders/${orderId}/fulfill`, headers)))
    while (!(await isSent(orderId))) await look()
    noticed.acceptances.push(performance.now() - begun)
    for (const until = performance.now() + restMilliseconds; performance.now() < until;) await look()
  }
  return noticed
}

async function read(url: string, headers: Record<string, string>): Promise<unknown> {
  const reply = await fetch(url, { headers })
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`)
  return reply.json()
}

async function press(url: string, headers: Record<string, string>): Promise<void> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  })
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`)
}
