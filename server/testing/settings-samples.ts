import type { Deps } from '#server/platform/context.ts'
import { buildApiKey } from './api-keys.ts'

/** Calls of the settings' endpoints that pass validation, and ids of another company. */
export async function settingsSamples(deps: Deps, companyId: string, otherCompanyId: string) {
  const foreign = { keyId: await buildApiKey(deps.db, otherCompanyId) }
  const ownKey = async () => ({ params: { keyId: await buildApiKey(deps.db, companyId) }, foreign })
  const mail = { senderName: 'Harbor & Pine', senderAddress: null, replyTo: 'help@example.com' }
  return {
    settings: {
      read: {},
      saveNotifications: {
        body: {
          ownerSms: true,
          lowStockAlerts: true,
          failedJobAlerts: true,
          customerSms: true,
          customerEmail: true,
          quietHoursStart: '21:00',
          quietHoursEnd: '08:00',
          alertEmail: 'ops@example.com',
          alertPhone: '+12065550100',
        },
      },
      saveSecurity: { body: { sessionTimeout: '7d', auditLogging: true, retentionDays: 29 } },
      saveSystem: {
        body: {
          syncFrequency: '1h',
          automaticSync: true,
          lowStockThreshold: 9,
          safetyBuffer: 1,
          timeZone: 'Europe/Berlin',
          currency: 'USD',
        },
      },
      saveMail: { body: mail },
      testMail: { body: mail },
      systemInfo: {},
      people: {},
    },
    apiKeys: {
      list: {},
      create: { body: { name: 'Warehouse', scopes: ['inventory.read'] } },
      generateMaster: { body: {} },
      rotate: { ...(await ownKey()), body: {} },
      revoke: await ownKey(),
      signingSecret: {},
      revealSigningSecret: {},
      rotateSigningSecret: { body: {} },
    },
    audit: { list: {}, export: { query: { format: 'csv' } }, verify: {} },
  }
}
