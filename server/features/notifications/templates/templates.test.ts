import { afterAll, beforeAll, expect, it } from 'vitest'
import { messageTemplates } from '#contract/message-templates.ts'
import { longestTemplate, type TemplateRow } from '#contract/notifications.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { createTestApp, type Browser } from '#server/testing/app.ts'
import { createNotificationFixture, type NotificationFixture } from '#server/testing/notification-fixture.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
let fixture: NotificationFixture
let ops: Browser
beforeAll(async () => {
  server = await createTestApp()
  fixture = await createNotificationFixture(server.deps, { name: 'Pine <Co>' })
  ops = await server.as('ops', fixture.companyId)
})
afterAll(() => server.close())

const path = '/api/notification-templates'
const mailPath = `${path}/customer/order_placed/email`
const smsPath = `${path}/customer/order_placed/sms`

it('listing templates returns every message, and marks the company’s own ones', async () => {
  const saved = await ops.put(mailPath, { subject: ' Thanks {{firstName}} ', body: 'We have {{orderNumber}}' })
  expect(saved.json()).toMatchObject({ isOwn: true, subject: 'Thanks {{firstName}}', updatedAt: expect.any(String) })
  const all = (await ops.get(path)).json<TemplateRow[]>()
  expect(all).toHaveLength(messageTemplates.length)
  expect(all.filter(({ isOwn }) => isOwn)).toEqual([saved.json()])
  const other = await server.as('ops')
  expect((await other.get(path)).json<TemplateRow[]>().some(({ isOwn }) => isOwn)).toBe(false)
  const reset = await ops.delete(mailPath)
  expect(reset.json()).toMatchObject({ isOwn: false, subject: 'We have received your order {{shopNumber}}' })
  const log = await fixture.ctx.transaction((tx) => tx.select().from(auditLog))
  expect(log.map(({ action }) => action)).toEqual(expect.arrayContaining(['template.update', 'template.reset']))
})

it.each([
  [mailPath, { body: 'Hi' }, 'subject', 'Subject is required'],
  [mailPath, { subject: 'Hi {{nmae}}', body: 'Hi' }, 'subject', '{{nmae}} isn’t available in this message'],
  [mailPath, { subject: 'Hi', body: '{{tracking}}' }, 'body', '{{tracking}} isn’t available in this message'],
  [mailPath, { subject: 'Hi', body: '' }, 'body', 'Message is required'],
  [smsPath, { subject: 'Hi', body: 'Hi' }, 'subject', 'A text has no subject'],
  [smsPath, { body: 'x'.repeat(1001) }, 'body', 'A text must be 1,000 characters or fewer'],
])('refuses %s %o on the field %s', async (url, words, field, message) => {
  const answer = await ops.put(url, words)
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({ errors: [{ field, message }] })
})

it('previewing a template renders unsaved text in which nothing can be executed', async () => {
  const query = new URLSearchParams({ subject: '<b>{{orderNumber}}', body: 'See https://pine.test/a?b=1. {{nmae}}' })
  const page = await ops.get(`${path}/customer/order_shipped/email/preview?${query}`)
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.body).toContain('&lt;b&gt;LS-10042')
  expect(page.body).toContain('Pine &lt;Co&gt;')
  expect(page.body).toContain('href="https://pine.test/a?b=1"')
  expect(page.body).toContain('Track your package')
  expect(page.body).not.toMatch(/\{\{|<b>/)
  expect((await ops.get(`${smsPath}/preview?body=Hi`)).statusCode).toBe(409)
  expect((await ops.get(`${path}/owner/order_delivered/sms/preview?body=Hi`)).statusCode).toBe(404)
})

it('previewing an alert uses a sample of its own kind', async () => {
  const query = new URLSearchParams({ subject: 'Now: {{count}}', body: '{{items}}' })
  const preview = async (type: string) => (await ops.get(`${path}/owner/${type}/email/preview?${query}`)).body
  expect(await preview('stock_alert')).toMatch(/Now: 2 SKUs[^]*MUG-BLUE[^]*Open inventory/)
  const failed = await preview('job_failed')
  expect(failed).toMatch(/Now: 2 jobs[^]*Sync inventory from Amazon: [^]*Open the dashboard/)
  expect(failed).not.toContain('MUG')
})

it('previewing works for the longest mail in any script, though its text is in the URL', async () => {
  const words = { subject: '字'.repeat(200), body: '字'.repeat(longestTemplate) }
  const origin = await server.app.http.listen({ port: 0, host: '127.0.0.1' })
  const page = await fetch(`${origin}${mailPath}/preview?${new URLSearchParams(words)}`, { headers: ops.headers })
  expect(page.status).toBe(200)
  expect(await page.text()).toContain(words.body)
})
