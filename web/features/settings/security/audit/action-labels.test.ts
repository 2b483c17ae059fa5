import { expect, it } from 'vitest'
import { actionLabel } from './labels.ts'

it.each([
  ['session.start', 'user', 'Signed in'],
  ['order.acknowledge', 'order', 'Order acknowledged'],
  ['amazon.connect', 'amazon-account', 'Amazon account connected'],
  ['settings.update-notifications', 'settings', 'Notification settings changed'],
  ['key.use', 'channel', 'API key used'],
  ['widget.polish_twice', 'widget-box', 'Widget box: Polish twice'],
])('labels %s of a %s', (action, resource, label) => {
  expect(actionLabel({ action, resource })).toBe(label)
})
