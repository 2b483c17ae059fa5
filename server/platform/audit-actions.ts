/*
 * Every action of the audit log, `noun.verb`: which are always audited, which only while a company has audit logging switched on, and of which
 * people are notified by email. A new action has to be added to one of the two lists.
 */
/** Three kinds that are audited also while a company has audit logging switched off, because Amazon's data protection policy requires it. */
export const alwaysAudited = [
  // Who gets in, who was refused, and what mints or shows a key.
  'session.start',
  'session.end',
  'session.end-others',
  'session.refuse',
  'session.switch-company',
  'access.refuse',
  'user.create',
  'user.update',
  'user.deactivate',
  'user.reactivate',
  'user.remove',
  'user.end-sessions',
  'user.reset-sign-in',
  'company.create',
  'company.activate',
  'company.deactivate',
  'company.update-quota',
  'key.use',
  'key.refuse',
  'api_key.create',
  'api_key.generate-master',
  'api_key.rotate',
  'api_key.revoke',
  'channel.rotate',
  'channel.reveal',
  'settings.rotate',
  'settings.reveal',
  // Where data goes: connected systems, senders and recipients, scheduled emails, and the settings with the switch itself.
  'channel.create',
  'channel.update',
  'channel.connect',
  'channel.start',
  'channel.disconnect',
  'channel.heal-webhooks',
  'amazon.create',
  'amazon.update',
  'amazon.connect',
  'amazon.disconnect',
  'amazon.restore',
  'amazon.refuse',
  'settings.update-system',
  'settings.update-mail',
  'settings.update-notifications',
  'settings.update-security',
  'settings.confirm-sender',
  'settings.refuse-sender',
  'settings.confirm-phone',
  'settings.refuse-phone',
  'report-schedule.create',
  'report-schedule.update',
  'report-schedule.remove',
  'report-schedule.run',
  'report-schedule.export',
  // Who has seen, exported or erased personal data, or what of the company left as a file.
  'customer.view',
  'customer.export',
  'customer.erase',
  'customer.opt-in',
  'customer.opt-out',
  'order.view',
  'order.view-recent',
  'order.payloads',
  'delivery.view',
  'notification.view',
  'audit.export',
  'inventory.export',
  'order.export',
  'product.export',
  'report.export',
] as const

/** Daily work on products, stock, orders and promotions, and what syncs and jobs did. */
export const auditedByChoice = [
  'amazon.add-skus',
  'amazon.fill-details',
  'amazon.preview-two-way-sync',
  'amazon.send-changes',
  'amazon.take-changes',
  'amazon.two-way-sync',
  'attention.dismiss',
  'attention.wait-for-stock',
  'change-set.undo',
  'channel.sync',
  'delivery.replay',
  'fulfillment.configure',
  'inventory.sync',
  'job.retry',
  'channel-item.match',
  'listing.update',
  'message.resend',
  'notification.resend',
  'notification.test',
  'order.acknowledge',
  'order.cancel',
  'order.cancel_and_resend',
  'order.edit-address',
  'order.fulfill',
  'order.hold',
  'order.note',
  'order.release',
  'order.request-review',
  'order.resend',
  'order.restore',
  'order.substitute',
  'order.close-shipped',
  'order-batch.start',
  'order-batch.stop',
  'product.activate',
  'product.create',
  'product.deactivate',
  'product.update',
  'promotion.activate',
  'promotion.create',
  'promotion.deactivate',
  'promotion.end',
  'promotion.update',
  'saved-view.create',
  'saved-view.delete',
  'saved-view.update',
  'sheet.save',
  'sku.activate',
  'sku.create',
  'sku.deactivate',
  'sku.map',
  'sku.unmap',
  'sku.update',
  'template.reset',
  'template.update',
  'upload.apply',
] as const

type AlwaysAudited = (typeof alwaysAudited)[number]

export type AuditAction = AlwaysAudited | (typeof auditedByChoice)[number]

const keptActions: ReadonlySet<string> = new Set(alwaysAudited)

/** Whether an action is audited even while the company has audit logging switched off. */
export const isAlwaysAudited = (action: AuditAction): boolean => keptActions.has(action)

export const noticeKinds = ['sign_in', 'key', 'sender', 'export', 'account', 'invitation'] as const

export type NoticeKind = (typeof noticeKinds)[number]

/**
 * Actions of which people are notified by email (`features/notifications/security/`). They are always audited, because a notice is
 * about an audit entry.
 */
export const noticeActions: Readonly<Partial<Record<AuditAction, NoticeKind>>> = {
  'session.start': 'sign_in',
  'api_key.create': 'key',
  'api_key.generate-master': 'key',
  'api_key.rotate': 'key',
  'channel.create': 'key',
  'channel.rotate': 'key',
  'settings.rotate': 'key',
  'settings.update-mail': 'sender',
  'settings.update-notifications': 'sender',
  'order.export': 'export',
  'customer.export': 'export',
  'report.export': 'export',
  'audit.export': 'export',
  'user.create': 'invitation',
  'user.update': 'account',
  'user.reactivate': 'account',
  'user.reset-sign-in': 'account',
} satisfies Partial<Record<AlwaysAudited, NoticeKind>>
