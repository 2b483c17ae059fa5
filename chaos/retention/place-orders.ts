import { mapConcurrent } from '#server/platform/concurrency.ts'
import { putItems } from '#emulators/amazon/stocked-items.ts'
import { openSession, publicUrl } from '#server/testing/app.ts'
import { buildSku, buildUser } from '#server/testing/builders.ts'
import { unitedStates } from '#server/testing/fake-marketplace.ts'
import { countStock } from '#server/testing/stock.ts'
import { withClient } from '#server/testing/postgres.ts'
import { call, type Reply } from '../canaries/people.ts'
import type { TestSystem } from '../harness/system.ts'
import { waitUntilIdle } from '../harness/wait-until-idle.ts'
import { sku, type Group, type Plan } from './order-plan.ts'
import { runJob } from './run-job.ts'

const hour = 3_600_000
export const day = 24 * hour
const concurrency = 16
/** Milliseconds from the closing of the due orders to that of the young ones. */
const youngerBy = day + hour

export type Person = (method: string, path: string, body?: object) => Promise<Reply>
export type PlacedOrders = { ids: Record<Group, string[]>; open: (shift: number) => Promise<Person> }

/** Places the orders, adds notes, ships some; all but the `open` ones are closed. */
export async function placeOrders(system: TestSystem, { orders, marks }: Plan): Promise<PlacedOrders> {
  const { deps, companyId, shops, processes } = system
  const [url = ''] = processes.urls
  await stockUp(system)
  const user = await buildUser(deps.db, { role: 'ops', companyId })
  let calls = 0
  const open = async (shift: number): Promise<Person> => {
    processes.setClocks(shift)
    const clock = { now: () => new Date(Date.now() + shift) }
    const { headers } = await openSession({ ...deps, clock }, user.id)
    const asPage = { ...headers, origin: publicUrl, 'content-type': 'application/json' }
    // Every request from another address, to stay below the rate limit.
    return (method, path, body) => {
      calls += 1
      const headers = { ...asPage, 'x-forwarded-for': `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}` }
      return call({ url }, method, path, { headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    }
  }
  const ids: PlacedOrders['ids'] = { due: [], young: [], open: [] }
  const shipped: string[] = []
  const headers = { authorization: `Bearer ${shops[0]?.apiKey}`, 'content-type': 'application/json' }
  await mapConcurrent(concurrency, orders, async ({ group, body, isShipped }) => {
    const reply = await call({ url }, 'POST', '/api/v1/orders', { headers, body: JSON.stringify(body) })
    const { id } = assertOk(reply).json() as { id: string }
    ids[group].push(id)
    if (isShipped) shipped.push(id)
  })
  const today = await open(0)
  await ship(system, today, shipped)
  for (const group of ['due', 'young'] as const) {
    await addNotes(today, ids[group].slice(0, 10), marks[group].word)
  }
  await cancelAll(
    today,
    ids.due.filter((id) => !shipped.includes(id)),
    marks.due.word,
  )
  await cancelAll(await open(youngerBy), ids.young, marks.young.word)
  await waitUntilIdle(system)
  // With the clock a month ahead, the workers' hourly clean-up would run too and disturb the figures.
  await processes.endWorkers()
  return { ids, open }
}

function assertOk(reply: Reply): Reply {
  if (reply.status >= 300) throw new Error(`${reply.status} ${reply.text.slice(0, 300)}`)
  return reply
}

async function stockUp({ deps, companyId, emulators: { amazon } }: TestSystem): Promise<void> {
  const [seller] = Object.values(amazon.state.sellers)
  if (!seller) throw new Error('The Amazon emulator has no seller')
  putItems(amazon.state, seller, unitedStates, [{ sku, title: 'Tee', fulfillable: 100_000 }], amazon.clock.now())
  const { id } = await buildSku(deps.db, companyId, { sku, stockHolder: 'amazon' })
  await countStock(deps.db, companyId, id, { available: 100_000 })
}

const addNotes = (person: Person, ids: readonly string[], word: string) =>
  mapConcurrent(concurrency, ids, async (id) => {
    assertOk(await person('POST', `/api/orders/${id}/notes`, { text: `${word} called` }))
  })

const cancelAll = (person: Person, ids: readonly string[], word: string) =>
  mapConcurrent(concurrency, ids, async (id) => {
    assertOk(await person('POST', `/api/orders/${id}/cancel`, { reason: `${word} changed their mind` }))
  })

const maxPolls = 6

/** Amazon delivers within an hour of the emulator's clock; `orders.follow` polls it. */
async function ship(system: TestSystem, person: Person, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  for (const id of ids) assertOk(await person('POST', `/api/orders/${id}/fulfill`, {}))
  await waitUntilIdle(system)
  for (let poll = 1; (await countDelivered(system)) < ids.length; poll += 1) {
    if (poll > maxPolls) throw new Error('Amazon did not deliver')
    system.emulators.amazon.clock.advance(hour / maxPolls)
    const company = JSON.stringify({ companyId: system.companyId })
    await runJob(system, ['orders.follow', company], (poll * hour) / maxPolls)
  }
}

const countDelivered = ({ postgres }: TestSystem) =>
  withClient(postgres.adminUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from orders where status = 'delivered'`,
    )
    return rows[0]?.count ?? 0
  })
