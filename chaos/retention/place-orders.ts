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
const lanes = 16
/** From the end of the due ones to that of the young. */
const later = day + hour

export type Person = (method: string, path: string, body?: object) => Promise<Reply>
export type PlacedOrders = { ids: Record<Group, string[]>; open: (shift: number) => Promise<Person> }

/** Orders come in, people write about them, some are shipped; all but the open ones end. */
export async function placeOrders(world: TestSystem, { orders, marks }: Plan): Promise<PlacedOrders> {
  const { deps, companyId, shops, processes } = world
  const [url = ''] = processes.urls
  await stockUp(world)
  const user = await buildUser(deps.db, { role: 'ops', companyId })
  let calls = 0
  const open = async (shift: number): Promise<Person> => {
    processes.setClocks(shift)
    const clock = { now: () => new Date(Date.now() + shift) }
    const { headers } = await openSession({ ...deps, clock }, user.id)
    const asPage = { ...headers, origin: publicUrl, 'content-type': 'application/json' }
    // From an address of its own each time: what one may call in a minute is not what is tried here.
    return (method, path, body) => {
      calls += 1
      const headers = { ...asPage, 'x-forwarded-for': `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}` }
      return call({ url }, method, path, { headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    }
  }
  const ids: PlacedOrders['ids'] = { due: [], young: [], open: [] }
  const shipped: string[] = []
  const headers = { authorization: `Bearer ${shops[0]?.apiKey}`, 'content-type': 'application/json' }
  await mapConcurrent(lanes, orders, async ({ group, body, isShipped }) => {
    const reply = await call({ url }, 'POST', '/api/v1/orders', { headers, body: JSON.stringify(body) })
    const { id } = must(reply).json() as { id: string }
    ids[group].push(id)
    if (isShipped) shipped.push(id)
  })
  const today = await open(0)
  await ship(world, today, shipped)
  for (const group of ['due', 'young'] as const) {
    await writeAbout(today, ids[group].slice(0, 10), marks[group].word)
  }
  await endAll(
    today,
    ids.due.filter((id) => !shipped.includes(id)),
    marks.due.word,
  )
  await endAll(await open(later), ids.young, marks.young.word)
  await waitUntilIdle(world)
  // A month from now they would also clear away, at some minute of each hour, what has nothing to do with customers' data.
  await processes.endWorkers()
  return { ids, open }
}

function must(reply: Reply): Reply {
  if (reply.status >= 300) throw new Error(`${reply.status} ${reply.text.slice(0, 300)}`)
  return reply
}

async function stockUp({ deps, companyId, standIns: { amazon } }: TestSystem): Promise<void> {
  const [seller] = Object.values(amazon.state.sellers)
  if (!seller) throw new Error('The stand-in has no seller')
  putItems(amazon.state, seller, unitedStates, [{ sku, title: 'Tee', fulfillable: 100_000 }], amazon.clock.now())
  const { id } = await buildSku(deps.db, companyId, { sku, stockHolder: 'amazon' })
  await countStock(deps.db, companyId, id, { available: 100_000 })
}

const writeAbout = (person: Person, ids: readonly string[], word: string) =>
  mapConcurrent(lanes, ids, async (id) => {
    must(await person('POST', `/api/orders/${id}/notes`, { text: `${word} called` }))
  })

const endAll = (person: Person, ids: readonly string[], word: string) =>
  mapConcurrent(lanes, ids, async (id) => {
    must(await person('POST', `/api/orders/${id}/cancel`, { reason: `${word} changed their mind` }))
  })

const mostLooks = 6

/** Amazon brings them within an hour of its own clock, and is asked at once. */
async function ship(world: TestSystem, person: Person, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  for (const id of ids) must(await person('POST', `/api/orders/${id}/fulfill`, {}))
  await waitUntilIdle(world)
  for (let look = 1; (await countDelivered(world)) < ids.length; look += 1) {
    if (look > mostLooks) throw new Error('Amazon did not deliver')
    world.standIns.amazon.clock.advance(hour / mostLooks)
    const company = JSON.stringify({ companyId: world.companyId })
    await runJob(world, ['orders.follow', company], (look * hour) / mostLooks)
  }
}

const countDelivered = ({ postgres }: TestSystem) =>
  withClient(postgres.url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from orders where status = 'delivered'`,
    )
    return rows[0]?.count ?? 0
  })
