import { expect, test } from 'vitest'
import { formatMessage } from '#contract/i18n.ts'
import {
  checkHealth,
  lastAnswerOf,
  type AccountFacts,
  type AttemptFacts,
  type HealthFacts,
} from './fulfillment-health.ts'

const now = new Date('2026-03-02T10:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

const account: AccountFacts = {
  name: 'Pine',
  isActive: true,
  isRefused: false,
  answeredAt: ago(20),
  syncStatus: 'completed',
  syncError: null,
}
const accepted: AttemptFacts = {
  status: 'planning',
  errorCode: null,
  error: null,
  wasAccepted: true,
  createdAt: ago(30),
  answeredAt: ago(3),
}
const pending: AttemptFacts = { ...accepted, status: 'pending', wasAccepted: false, answeredAt: null }
const refused: AttemptFacts = { ...pending, status: 'unfulfillable', errorCode: 'no_permission', error: 'Denied.' }
const cancelled: AttemptFacts = { ...pending, status: 'cancelled' }
const nothing = { count: 0, queuedSince: null, unansweredSince: null, problem: null }

const well: HealthFacts = { hasApplication: true, accounts: [account], waiting: nothing, attempts: [accepted] }
const waiting = (facts: Partial<HealthFacts['waiting']>) => ({ waiting: { ...nothing, count: 2, ...facts } })
const thrice = (attempt: AttemptFacts) => [attempt, attempt, attempt]
const dropped = { ...account, isActive: false, isRefused: true }

const cases: [what: string, facts: Partial<HealthFacts>, state: string, says: RegExp][] = [
  ['an application that is not set up', { hasApplication: false }, 'not_connected', /environment lacks AMAZON_LWA/],
  ['no account', { accounts: [] }, 'not_connected', /Connect one in Marketplace Connect/],
  ['an account nobody has authorised', { accounts: [{ ...account, isActive: false }] }, 'not_connected', /Connect one/],
  ['an account that lets us in no more', { accounts: [dropped] }, 'troubled', /to “Pine”. Authorize it again/],
  ['one of two such accounts', { accounts: [account, dropped] }, 'troubled', /Authorize it again/],
  ['silence', waiting({ unansweredSince: ago(15) }), 'troubled', /not responded for 15 minutes\. 2 orders are waiting/],
  ['long silence', waiting({ count: 1, unansweredSince: ago(60 * 50) }), 'troubled', /for 2 days\. 1 order is waiting/],
  ['refusals', { attempts: [refused, pending, refused, cancelled, refused] }, 'troubled', /last 3 orders.* Denied\./],
  ['two refusals', { attempts: [refused, refused, accepted, refused] }, 'healthy', /Amazon is responding/],
  ['old refusals', { attempts: thrice({ ...refused, createdAt: ago(1441) }) }, 'healthy', /is responding/],
  ['bad addresses', { attempts: thrice({ ...refused, errorCode: 'bad_address' }) }, 'healthy', /is responding/],
  [
    'a sync that failed',
    { accounts: [{ ...account, syncStatus: 'failed', syncError: 'It was denied.' }] },
    'troubled',
    /stock sync for “Pine” failed.*It was denied\./,
  ],
  ['throttling', waiting({ unansweredSince: ago(14), problem: 'Quota.' }), 'slow', /is limiting requests.*Quota\./],
  ['a long line', waiting({ queuedSince: ago(5) }), 'slow', /2 orders are waiting .* for 5 minutes/],
  [
    'a sync that waits',
    { accounts: [{ ...account, syncStatus: 'running', syncError: 'Quota.' }] },
    'slow',
    /sync for “Pine” is waiting: Quota\./,
  ],
  ['a sync that runs', { accounts: [{ ...account, syncStatus: 'running' }] }, 'healthy', /No orders are waiting/],
  [
    'orders that were just sent',
    waiting({ queuedSince: ago(1), unansweredSince: ago(1) }),
    'healthy',
    /2 orders are waiting/,
  ],
  ['nothing the matter', {}, 'healthy', /No orders are waiting/],
]

test.each(cases)('%s', (_what, facts, state, says) => {
  const verdict = checkHealth({ ...well, ...facts }, now)
  expect(verdict.state).toBe(state)
  expect(formatMessage(verdict.detail)).toMatch(says)
})

test('the newest answer of Amazon counts as its last answer', () => {
  expect(lastAnswerOf(well)).toEqual(ago(3))
  expect(lastAnswerOf({ ...well, attempts: [pending] })).toEqual(ago(20))
  expect(lastAnswerOf({ ...well, accounts: [{ ...account, answeredAt: null }], attempts: [] })).toBeNull()
})
