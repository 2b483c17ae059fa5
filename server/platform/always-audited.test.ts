import { expect, it } from 'vitest'
import { isAlwaysAudited, noticeActions } from './audit.ts'

it.each([
  'session.start',
  'session.switch-company',
  'user.update',
  'user.end-sessions',
  'key.use',
  'key.refuse',
  'api_key.create',
  'channel.reveal',
  'settings.reveal',
  'settings.rotate',
  'settings.confirm-sender',
  'settings.confirm-phone',
  'order.export',
  'audit.export',
  'order.view',
  'order.view-recent',
  'order.payloads',
  'customer.erase',
  'company.deactivate',
  'settings.update-security',
  ...Object.keys(noticeActions),
])('%s is audited although audit logging is off', (action) => expect(isAlwaysAudited(action)).toBe(true))

it.each(['product.update', 'settings.update-system', 'order.cancel', 'channel.sync'])(
  'lets a company leave %s out',
  (action) => expect(isAlwaysAudited(action)).toBe(false),
)
