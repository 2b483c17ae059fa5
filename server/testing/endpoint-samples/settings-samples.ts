import { eq } from 'drizzle-orm'
import { buildNotification } from '#server/features/notifications/notification-row.ts'
import { companyContext, type Deps, noOrigin } from '#server/platform/context.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import { scheduledReports } from '#server/platform/db/schema/reports.ts'
import { newId } from '#server/platform/ids.ts'
import { buildApiKey } from '../api-keys.ts'
import { buildUser } from '../builders.ts'
import { buildPhoneCode } from '../contacts.ts'
import { pngOf } from '../images.ts'

const alertPhone = '+12065550100'

const observeSamples = {
  mode: {},
  switchMode: { body: { isObserving: false } },
  summary: {},
  list: { query: { only: 'differences', kind: 'order' } },
  export: { query: { format: 'csv' } },
}

const profileSamples = {
  read: {},
  save: { body: { address: '7 Dock Rd', brandColor: '#00687b' } },
  uploadLogo: { file: pngOf(40, 40) },
  removeLogo: {},
}

/** Valid sample inputs of the settings' endpoints, and ids of another company. */
export async function settingsSamples(deps: Deps, companyId: string, otherCompanyId: string, newcomer: string) {
  const foreign = { keyId: await buildApiKey(deps.db, otherCompanyId) }
  const ownKey = async () => ({ params: { keyId: await buildApiKey(deps.db, companyId) }, foreign })
  const mail = { senderName: 'Harbor & Pine', senderAddress: 'shop@example.com', replyTo: 'help@example.com' }
  const code = await buildPhoneCode(deps, companyId, alertPhone)
  return {
    observe: observeSamples,
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
          alertPhone,
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
      sendSenderLink: {},
      confirmPhone: { body: { code } },
      sendPhoneCode: {},
      systemInfo: {},
      people: {},
      ...(await peopleSamples(deps, companyId, otherCompanyId, newcomer)),
    },
    companyProfile: profileSamples,
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
    audit: { list: {}, providerVisits: {}, export: { query: { format: 'csv' } }, verify: {} },
  }
}

async function peopleSamples(deps: Deps, companyId: string, otherCompanyId: string, newcomer: string) {
  const colleague = async (company: string) => ({ userId: (await buildUser(deps.db, { companyId: company })).id })
  const foreignPerson = await colleague(otherCompanyId)
  const person = async () => ({ params: await colleague(companyId), foreign: foreignPerson })
  return {
    addPerson: { body: { email: newcomer, firstName: 'New', lastName: 'Colleague', role: 'ops' } },
    updatePerson: { ...(await person()), body: { isActive: false } },
    removePerson: await person(),
    resetPersonSignIn: await person(),
    endPersonSessions: await person(),
  }
}

/** Valid sample inputs of the notifications' endpoints, and ids of another company. */
export async function notificationSamples(deps: Deps, companyId: string, otherCompanyId: string) {
  const foreign = { notificationId: await buildSentMail(deps, otherCompanyId) }
  const one = async () => ({ params: { notificationId: await buildSentMail(deps, companyId) }, foreign })
  const template = {
    params: { audience: 'customer', type: 'order_placed', method: 'email' },
    foreign: { audience: 'owner', type: 'order_delivered', method: 'sms' },
  }
  const words = { subject: 'Your order {{orderNumber}}', body: 'Hello {{firstName}}' }
  return {
    notifications: {
      list: {},
      detail: await one(),
      page: await one(),
      resend: await one(),
      test: { body: { type: 'order_placed', method: 'email' } },
      templates: {},
      saveTemplate: { ...template, body: words },
      resetTemplate: template,
      previewTemplate: { ...template, query: words },
    },
  }
}

/** A sent mail to a customer. */
async function buildSentMail(deps: Deps, companyId: string): Promise<string> {
  const ctx = companyContext(deps, { actor: { type: 'system', name: 'Test' }, origin: noOrigin }, companyId)
  const row = buildNotification(ctx, {
    type: 'order_shipped',
    audience: 'customer',
    method: 'email',
    recipient: { text: 'ana@example.com', obstacle: null },
    eventKey: `sample:${newId()}`,
    words: { subject: 'It is on its way', body: 'Hello Ana' },
    facts: null,
  })
  await ctx.transaction((tx) => tx.insert(notifications).values({ ...row, status: 'sent', sentAt: deps.clock.now() }))
  return row.id
}

const days = { startDate: '2026-02-01', endDate: '2026-03-02' }

/** Reports have no company-specific ids. */
const noSuchReport = { type: 'taxes' }

const schedule = {
  name: 'Channels, weekly',
  reportType: 'channels',
  format: 'csv',
  frequency: 'weekly',
  weekday: 5,
  timeOfDay: '17:30',
  audience: 'marketing',
  recipients: ['ada@example.com'],
}

/** Valid sample inputs of the reports', the schedules' and the search's endpoints, and ids of another company. */
export async function reportSamples(deps: Deps, companyId: string, otherCompanyId: string) {
  const [own = '', second = ''] = await schedulesOf(deps, companyId)
  const [foreign = ''] = await schedulesOf(deps, otherCompanyId)
  const bySchedule = { params: { scheduleId: own }, foreign: { scheduleId: foreign } }
  return {
    reports: {
      read: { params: { type: 'sales' }, query: days, foreign: noSuchReport },
      export: { params: { type: 'channels' }, query: { ...days, format: 'csv' }, foreign: noSuchReport },
      orders: { query: days },
    },
    reportSchedules: {
      list: {},
      create: { body: schedule },
      update: { ...bySchedule, body: { isActive: false } },
      remove: { params: { scheduleId: second }, foreign: { scheduleId: foreign } },
      run: { ...bySchedule, body: {} },
      runs: bySchedule,
    },
    search: { find: { query: { q: 'tee' } } },
  }
}

/** The two schedules that every new company has. */
const schedulesOf = async (deps: Deps, companyId: string): Promise<string[]> =>
  deps.db.inCompany(companyId, async (tx) => {
    const found = await tx
      .select({ id: scheduledReports.id })
      .from(scheduledReports)
      .where(eq(scheduledReports.companyId, companyId))
    return found.map(({ id }) => id)
  })
