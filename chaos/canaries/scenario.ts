import type { ScenarioOptions, ScenarioResult } from '../scenario-result.ts'
import { type Company, setUpCompany } from './company.ts'
import { findLeaks } from './find-leaks.ts'
import { sendOrders, untilQuiet } from './orders.ts'
import { breakDown, provoke } from './provoke-errors.ts'
import { type CanarySystem, startCanarySystem } from './system.ts'

/** Personal data and secrets come in by every door while everything fails; afterwards they are looked for everywhere. */
export async function runCanaries({ seed, size }: ScenarioOptions): Promise<ScenarioResult> {
  const world = await startCanarySystem(seed)
  try {
    const company = await setUpCompany(world)
    await company.ops.must('POST', '/api/sync/inventory', {})
    const { byKeyId } = await sendOrders(world, company)
    await untilQuiet(world)
    await act(world, company, byKeyId)
    const answers = await provoke(world, company)
    await untilQuiet(world)
    await sendAll(world, company)
    await breakDown(world, company, size)
    // What a dead process held is given to another after fifteen seconds: too long for the short play.
    if (size === 'long') await untilQuiet(world)
    return await findLeaks(world, company, answers)
  } finally {
    await world.close()
  }
}

/** What people do with orders, in their own words. */
async function act(world: CanarySystem, { ops, reader }: Company, orderId: string): Promise<void> {
  const { nest, words } = world
  const at = `/api/orders/${orderId}`
  await ops.must('PUT', `${at}/address`, {
    recipientName: nest.readable('corrected recipient', words.name()),
    line1: nest.personal('corrected street', words.street()),
    line2: nest.personal('corrected flat', words.flat()),
    city: 'Seattle',
    state: 'WA',
    postalCode: '98101',
    country: 'US',
  })
  await ops.must('POST', `${at}/notes`, { text: nest.readable('note', `${words.name()} called`) })
  await ops.must('POST', `${at}/hold`, { reason: nest.readable('why it is held', `${words.name()} moves`) })
  await ops.must('POST', `${at}/release`)
  const why = nest.readable('why many are held', `${words.name()} asked`)
  await ops.must('POST', '/api/order-batches', { action: 'hold', orderIds: [orderId], reason: why })
  const searched = nest.readable('what a saved view searches for', words.email())
  await ops.must('POST', '/api/saved-views', { name: 'Theirs', filters: { search: searched }, isShared: true })
  for (const person of [ops, reader]) {
    const term = encodeURIComponent(nest.personal(`what ${person.email} searches for`, words.email()))
    await person.must('GET', `/api/orders?search=${term}`)
    await person.must('GET', `/api/search?q=${term}`)
  }
  const buyer = nest.canaries.find(({ name }) => name === 'e-mail of the API’s buyer')?.value ?? ''
  await ops.must('GET', `/api/privacy/customers?search=${encodeURIComponent(buyer)}`)
  await scheduleReport(world, ops)
}

/** Mailed at once, to somebody whom the mail server does not know. */
async function scheduleReport(world: CanarySystem, ops: Company['ops']): Promise<void> {
  const { nest, words, smtp } = world
  const made = await ops.must('POST', '/api/report-schedules', {
    name: 'Weekly',
    reportType: 'customers',
    format: 'xlsx',
    frequency: 'daily',
    weekday: null,
    timeOfDay: '09:00',
    audience: 'finance',
    recipients: [nest.readable('recipient of a report', words.email())],
  })
  smtp.faults.add({ kind: 'refuse-recipient' })
  await ops.must('POST', `/api/report-schedules/${(made.json() as { id: string }).id}/run`)
}

/** Sends all open orders to Amazon, of which one has a phone that Amazon refuses and quotes. */
async function sendAll(world: CanarySystem, { ops }: Company): Promise<void> {
  const orders = (await ops.must('GET', '/api/orders')).json() as { id: string; status: string }[]
  for (const { id } of orders) await ops.send('POST', `/api/orders/${id}/fulfill`, { insists: true })
  await untilQuiet(world)
}
