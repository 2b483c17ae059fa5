import type { ScenarioOptions, ScenarioResult } from '../scenario-result.ts'
import { type Company, setUpCompany } from './company.ts'
import { findLeaks } from './find-leaks.ts'
import { sendOrders, waitUntilQuiet } from './orders.ts'
import { crashAndMisconfigure, provokeErrors } from './provoke-errors.ts'
import { type CanarySystem, startCanarySystem } from './system.ts'

/** Personal data and secrets come in by every interface while errors are provoked; afterwards every output is searched for them. */
export async function runCanaries({ seed, size }: ScenarioOptions): Promise<ScenarioResult> {
  const system = await startCanarySystem(seed)
  try {
    const company = await setUpCompany(system)
    await company.ops.sendOk('POST', '/api/sync/inventory', {})
    const { apiOrderId } = await sendOrders(system, company)
    await waitUntilQuiet(system)
    await actOnOrder(system, company, apiOrderId)
    const answers = await provokeErrors(system, company)
    await waitUntilQuiet(system)
    await sendAll(system, company)
    await crashAndMisconfigure(system, company, size)
    // Leases of killed processes expire after 15 seconds: too long for the short run.
    if (size === 'long') await waitUntilQuiet(system)
    return await findLeaks(system, company, answers)
  } finally {
    await system.close()
  }
}

/** User actions with free text: address, notes, reasons, saved views, searches. */
async function actOnOrder(system: CanarySystem, { ops, reader }: Company, orderId: string): Promise<void> {
  const { registry, values } = system
  const at = `/api/orders/${orderId}`
  await ops.sendOk('PUT', `${at}/address`, {
    recipientName: registry.readable('corrected recipient', values.name()),
    line1: registry.personal('corrected street', values.street()),
    line2: registry.personal('corrected flat', values.flat()),
    city: 'Seattle',
    state: 'WA',
    postalCode: '98101',
    country: 'US',
  })
  await ops.sendOk('POST', `${at}/notes`, { text: registry.readable('note', `${values.name()} called`) })
  await ops.sendOk('POST', `${at}/hold`, { reason: registry.readable('why it is held', `${values.name()} moves`) })
  await ops.sendOk('POST', `${at}/release`)
  const why = registry.readable('why many are held', `${values.name()} asked`)
  await ops.sendOk('POST', '/api/order-batches', { action: 'hold', orderIds: [orderId], reason: why })
  const searched = registry.readable('what a saved view searches for', values.email())
  await ops.sendOk('POST', '/api/saved-views', { name: 'Theirs', filters: { search: searched }, isShared: true })
  for (const person of [ops, reader]) {
    const term = encodeURIComponent(registry.personal(`what ${person.email} searches for`, values.email()))
    await person.sendOk('GET', `/api/orders?search=${term}`)
    await person.sendOk('GET', `/api/search?q=${term}`)
  }
  const buyer = registry.canaries.find(({ name }) => name === 'e-mail of the API’s buyer')?.value ?? ''
  await ops.sendOk('GET', `/api/privacy/customers?search=${encodeURIComponent(buyer)}`)
  await scheduleReport(system, ops)
}

/** A scheduled report that is mailed at once to a recipient whom the mail server refuses. */
async function scheduleReport(system: CanarySystem, ops: Company['ops']): Promise<void> {
  const { registry, values, smtp } = system
  const created = await ops.sendOk('POST', '/api/report-schedules', {
    name: 'Weekly',
    reportType: 'customers',
    format: 'xlsx',
    frequency: 'daily',
    weekday: null,
    timeOfDay: '09:00',
    audience: 'finance',
    recipients: [registry.readable('recipient of a report', values.email())],
  })
  smtp.faults.add({ kind: 'refuse-recipient' })
  await ops.sendOk('POST', `/api/report-schedules/${(created.json() as { id: string }).id}/run`)
}

/** Submits all open orders to Amazon; it refuses one and quotes its phone. */
async function sendAll(system: CanarySystem, { ops }: Company): Promise<void> {
  const orders = (await ops.sendOk('GET', '/api/orders')).json() as { id: string; status: string }[]
  for (const { id } of orders) await ops.send('POST', `/api/orders/${id}/fulfill`, { insists: true })
  await waitUntilQuiet(system)
}
