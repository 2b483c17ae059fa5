import type { AuditRow } from '#contract/audit.ts'
import { resourceLabel, sentenceCase } from './audit-words.ts'

/** What the noun and the verb alone would not say well. */
const fixedLabels: Readonly<Record<string, string>> = {
  'amazon.add-skus': 'SKUs added from Amazon',
  'amazon.fill-details': 'Product details filled in from Amazon',
  'amazon.preview-two-way-sync': 'Two-way sync previewed',
  'amazon.refuse': 'Amazon refused the account',
  'amazon.send-changes': 'Changes sent to Amazon',
  'amazon.take-changes': 'Changes taken from Amazon',
  'amazon.two-way-sync': 'Two-way sync started',
  'api_key.generate-master': 'Master key generated',
  'bulk-action.apply': 'Bulk action applied',
  'channel.reveal': 'Channel secret revealed',
  'channel.rotate': 'Channel secret rotated',
  'channel.sync': 'Channel sync started',
  'customer.erase': 'Customer data erased',
  'customer.export': 'Customer data exported',
  'customer.opt-in': 'Customer wants messages again',
  'customer.opt-out': 'Customer wants no more messages',
  'fulfillment.configure': 'Fulfillment settings changed',
  'inventory.sync': 'Inventory sync started',
  'key.use': 'API key used',
  'notification.test': 'Test notification sent',
  'order.edit-address': 'Order address changed',
  'order.export': 'Orders exported',
  'order.note': 'Note added to order',
  'order.payloads': 'Order data of the channel viewed',
  'order.request-review': 'Review requested',
  'order.view-recent': 'Order viewed on the dashboard',
  'product.export': 'Products exported',
  'session.end': 'Signed out',
  'session.start': 'Signed in',
  'session.switch-company': 'Switched company',
  'settings.reveal': 'Signing secret revealed',
  'settings.rotate': 'Signing secret rotated',
  'settings.update-mail': 'Email settings changed',
  'settings.update-notifications': 'Notification settings changed',
  'settings.update-security': 'Security settings changed',
  'settings.update-system': 'System settings changed',
  'sheet.save': 'Sheet saved',
  'upload.apply': 'Bulk upload applied',
  'user.end-sessions': 'Sessions of user ended',
}

const participles: Readonly<Record<string, string>> = {
  acknowledge: 'acknowledged',
  activate: 'activated',
  cancel: 'cancelled',
  connect: 'connected',
  create: 'created',
  deactivate: 'deactivated',
  delete: 'deleted',
  disconnect: 'disconnected',
  dismiss: 'dismissed',
  end: 'ended',
  export: 'exported',
  fulfill: 'sent to fulfillment',
  hold: 'put on hold',
  map: 'mapped',
  release: 'released',
  replay: 'replayed',
  resend: 'resent',
  reset: 'reset to default',
  restore: 'restored',
  retry: 'retried',
  revoke: 'revoked',
  rotate: 'rotated',
  start: 'started',
  stop: 'stopped',
  undo: 'undone',
  update: 'changed',
  view: 'viewed',
}

/** What an entry tells, as a line of a log: `order.acknowledge` of an order is "Order acknowledged". */
export function actionLabel({ action, resource }: Pick<AuditRow, 'action' | 'resource'>): string {
  const whole = fixedLabels[action]
  if (whole) return whole
  const verb = action.slice(action.indexOf('.') + 1)
  const done = participles[verb]
  return done ? `${resourceLabel(resource)} ${done}` : `${resourceLabel(resource)}: ${sentenceCase(verb)}`
}
