import { apiKeysApi } from '#contract/api-keys.ts'
import { settingsApi } from '#contract/settings.ts'
import { confirmPhone, sendPhoneCode } from '#server/features/notifications/senders/confirm-phone.ts'
import { sendSenderLink } from '#server/features/notifications/senders/confirm-sender.ts'
import type { App } from '#server/platform/http/app.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { createKey, generateMaster, listKeys, revokeKey, rotateKey } from './api-keys.ts'
import { addPerson, endPersonSessions, listPeople, removePerson, resetPersonSignIn, updatePerson } from './people.ts'
import { readSettings, readSystemInfo } from './read-settings.ts'
import {
  confirmThen,
  onNotificationsChange,
  onSystemChange,
  saveMail,
  saveSettings,
  sendTestMail,
} from './save-settings.ts'
import { readSigningSecret, revealSigningSecret, rotateSigningSecret } from './signing-secret.ts'

export function settingsRoutes(app: App, version: string): void {
  serve(app, settingsApi.read, readSettings)
  serve(app, settingsApi.saveNotifications, (ctx, values) =>
    saveSettings(ctx, 'notifications', values, onNotificationsChange),
  )
  serve(app, settingsApi.saveSecurity, (ctx, values) => saveSettings(ctx, 'security', values))
  serve(app, settingsApi.saveSystem, (ctx, values) => saveSettings(ctx, 'system', values, onSystemChange))
  serve(app, settingsApi.saveMail, saveMail)
  serve(app, settingsApi.sendSenderLink, (ctx) => confirmThen(ctx, sendSenderLink(ctx)))
  serve(app, settingsApi.sendPhoneCode, (ctx) => confirmThen(ctx, sendPhoneCode(ctx)))
  serve(app, settingsApi.confirmPhone, (ctx, input) => confirmThen(ctx, confirmPhone(ctx, input)))
  serve(app, settingsApi.testMail, sendTestMail)
  serve(app, settingsApi.systemInfo, (ctx) => readSystemInfo(ctx, { version, cache: app.deps.shared.store() }))
  peopleRoutes(app)
  apiKeysRoutes(app)
}

function peopleRoutes(app: App): void {
  serve(app, settingsApi.people, listPeople)
  serve(app, settingsApi.addPerson, addPerson)
  serve(app, settingsApi.updatePerson, updatePerson)
  serve(app, settingsApi.removePerson, removePerson)
  serve(app, settingsApi.resetPersonSignIn, resetPersonSignIn)
  serve(app, settingsApi.endPersonSessions, endPersonSessions)
}

function apiKeysRoutes(app: App): void {
  serve(app, apiKeysApi.list, listKeys)
  serve(app, apiKeysApi.create, createKey)
  serve(app, apiKeysApi.generateMaster, generateMaster)
  serve(app, apiKeysApi.rotate, rotateKey)
  serve(app, apiKeysApi.revoke, revokeKey)
  serve(app, apiKeysApi.signingSecret, readSigningSecret)
  serve(app, apiKeysApi.revealSigningSecret, revealSigningSecret)
  serve(app, apiKeysApi.rotateSigningSecret, rotateSigningSecret)
}
