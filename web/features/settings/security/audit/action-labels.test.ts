import { expect, it } from 'vitest'
import { actionLabel } from './labels.ts'

it.each([
  ['session.start', 'user', 'Signed in'],
  ['order.acknowledge', 'order', 'Order acknowledged'],
  ['amazon.connect', 'amazon-account', 'Amazon account connected'],
  ['settings.update-notifications', 'settings', 'Notification settings changed'],
  ['access.refuse', 'access', 'Access denied'],
  ['settings.refuse-phone', 'settings', 'Alert phone rejected: wrong codes'],
  ['session.refuse', 'user', 'Sign-in denied'],
  ['user.remove', 'user', 'User removed'],
  ['user.reactivate', 'user', 'User reactivated'],
  ['user.reset-sign-in', 'user', 'User’s sign-in reset'],
  ['key.use', 'channel', 'API key used'],
  ['widget.polish_twice', 'widget-box', 'Widget box: Polish twice'],
])('labels %s of a %s', (action, resource, label) => {
  expect(actionLabel({ action, resource, changes: null })).toBe(label)
})
