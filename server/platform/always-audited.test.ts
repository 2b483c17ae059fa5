import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { alwaysAudited, auditedByChoice, isAlwaysAudited } from './audit-actions.ts'

it.each([
  'session.start',
  'session.refuse',
  'access.refuse',
  'user.update',
  'key.use',
  'key.refuse',
  'api_key.create',
  'channel.create',
  'channel.update',
  'channel.reveal',
  'amazon.connect',
  'amazon.disconnect',
  'amazon.refuse',
  'report-schedule.create',
  'report-schedule.update',
  'report-schedule.remove',
  'settings.reveal',
  'settings.rotate',
  'settings.update-mail',
  'settings.update-notifications',
  'settings.update-security',
  'settings.confirm-sender',
  'settings.refuse-phone',
  'order.export',
  'order.view',
  'customer.erase',
  'company.deactivate',
] as const)('%s is audited although audit logging is off', (action) => expect(isAlwaysAudited(action)).toBe(true))

it.each(['product.update', 'order.cancel', 'channel.sync', 'amazon.send-changes', 'template.update'] as const)(
  'lets a company leave %s out',
  (action) => expect(isAlwaysAudited(action)).toBe(false),
)

/** The sources in which actions are written, with the lists themselves left out. */
const sources = Object.keys(
  import.meta.glob(['../**/*.ts', '!../**/*.test.ts', '!../testing/**', '!./audit-actions.ts']),
).map((path) => readFileSync(new URL(path, import.meta.url), 'utf8'))

const decided: readonly string[] = [...alwaysAudited, ...auditedByChoice]

it('every action that the code names is decided: kept always, or left to the company', () => {
  const named = sources.flatMap((source) =>
    [...source.matchAll(/\baction: (?:[^\n']+ \? )?'([a-z_-]+\.[a-z_-]+)'(?: : '([a-z_-]+\.[a-z_-]+)')?/g)].flatMap(
      ([, first, second]) => [first, second].filter((action) => action !== undefined),
    ),
  )
  expect(named.length).toBeGreaterThan(80)
  expect(named.filter((action) => !decided.includes(action))).toEqual([])
})

it('every decided action is one that the code writes, and none is decided twice', () => {
  expect(new Set(decided).size).toBe(decided.length)
  const all = sources.join('\n')
  /** Actions that are put together from a noun and a verb. */
  const computed = /^(settings\.update-|template\.|promotion\.|(product|sku)\.(update|activate|deactivate)$)/
  expect(decided.filter((action) => !computed.test(action) && !all.includes(`'${action}'`))).toEqual([])
})
