import type { AuditResource, AuditRow } from '#contract/audit.ts'

/** Labels of actions that resource and verb alone would not describe well. */
const fixedLabels: Readonly<Record<string, string>> = {
  'access.refuse': 'Access refused',
  'amazon.add-skus': 'SKUs added from Amazon',
  'amazon.fill-details': 'Product details filled in from Amazon',
  'amazon.preview-two-way-sync': 'Two-way sync previewed',
  'amazon.refuse': 'Amazon refused the account',
  'amazon.send-changes': 'Changes sent to Amazon',
  'amazon.take-changes': 'Changes taken from Amazon',
  'amazon.two-way-sync': 'Two-way sync started',
  'api_key.generate-master': 'Master key generated',
  'bulk-action.apply': 'Bulk action applied',
  'channel.heal-webhooks': 'Webhooks of channel repaired',
  'channel.reveal': 'Channel secret revealed',
  'channel.rotate': 'Channel secret rotated',
  'channel.sync': 'Channel sync started',
  'company.update-quota': 'Message quota changed',
  'customer.erase': 'Customer data erased',
  'customer.export': 'Customer data exported',
  'customer.opt-in': 'Customer wants messages again',
  'customer.opt-out': 'Customer wants no more messages',
  'fulfillment.configure': 'Fulfillment settings changed',
  'inventory.sync': 'Inventory sync started',
  'key.refuse': 'API key refused',
  'key.use': 'API key used',
  'notification.test': 'Test notification sent',
  'order.cancel_and_resend': 'Amazon asked to cancel the order, to send it again',
  'order.close-shipped': 'Order closed as shipped by the shop',
  'order.correct-tracking': 'Tracking of order corrected',
  'order.edit-address': 'Order address changed',
  'order.export': 'Orders exported',
  'order.note': 'Note added to order',
  'order.payloads': 'Order data of the channel viewed',
  'order.ship': 'Order shipped by the seller',
  'order.request-review': 'Review requested',
  'order.substitute': 'SKU of an order substituted',
  'order.view-recent': 'Order viewed on the dashboard',
  'product.export': 'Products exported',
  'session.end': 'Signed out',
  'session.end-others': 'Signed out of all other sessions',
  'session.refuse': 'Sign-in refused',
  'session.start': 'Signed in',
  'session.switch-company': 'Switched company',
  'settings.confirm-phone': 'Alert phone confirmed',
  'settings.confirm-sender': 'Sender address confirmed',
  'settings.refuse-phone': 'Alert phone refused: wrong codes',
  'settings.refuse-sender': 'Sender address refused',
  'settings.reveal': 'Signing secret revealed',
  'settings.rotate': 'Signing secret rotated',
  'settings.update-mail': 'Email settings changed',
  'settings.update-notifications': 'Notification settings changed',
  'settings.update-security': 'Security settings changed',
  'settings.update-system': 'System settings changed',
  'sheet.save': 'Sheet saved',
  'sku.unmap': 'SKU mapping undone',
  'upload.apply': 'Bulk upload applied',
  'user.end-sessions': 'Sessions of user ended',
  'user.reset-sign-in': 'Sign-in of user reset',
}

const pastTense: Readonly<Record<string, string>> = {
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
  reactivate: 'reactivated',
  release: 'released',
  remove: 'removed',
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

/** `order.acknowledge` of an order becomes "Order acknowledged". Where Amazon has an order, a person can only ask for its cancellation. */
export function actionLabel({ action, resource, changes }: Pick<AuditRow, 'action' | 'resource' | 'changes'>): string {
  if (action === 'order.cancel' && changes?.after['purpose']) return 'Amazon asked to cancel the order'
  const whole = fixedLabels[action]
  if (whole) return whole
  const verb = action.slice(action.indexOf('.') + 1)
  const done = pastTense[verb]
  return done ? `${resourceLabel(resource)} ${done}` : `${resourceLabel(resource)}: ${sentenceCase(verb)}`
}

export const resourceLabels: Record<AuditResource, string> = {
  access: 'Access',
  'amazon-account': 'Amazon account',
  api_key: 'API key',
  attention: 'Attention item',
  audit: 'Audit log',
  'change-set': 'Bulk change',
  channel: 'Channel',
  company: 'Company',
  customer: 'Customer',
  delivery: 'Delivery',
  inventory: 'Inventory',
  job: 'Background job',
  listing: 'Listing',
  message: 'Channel message',
  notification: 'Notification',
  order: 'Order',
  'order-batch': 'Order batch',
  product: 'Product',
  promotion: 'Promotion',
  report: 'Report',
  'report-schedule': 'Scheduled report',
  'saved-view': 'Saved view',
  session: 'Session',
  settings: 'Settings',
  sku: 'SKU',
  stock: 'Stock',
  'sync-run': 'Sync run',
  template: 'Message template',
  user: 'User',
}

export const resourceLabel = (resource: string): string =>
  Object.entries(resourceLabels).find(([name]) => name === resource)?.[1] ?? sentenceCase(resource)

/** `retentionDays` becomes "Retention days". */
export const fieldLabel = (field: string): string => sentenceCase(field.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2'))

function sentenceCase(text: string): string {
  const plain = text.replaceAll(/[._-]/g, ' ').toLowerCase()
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

/** A recorded value as text; null for none. */
export function valueText(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return JSON.stringify(value, null, 2)
}
