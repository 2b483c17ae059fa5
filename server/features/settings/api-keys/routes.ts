import { apiKeysApi } from '#contract/api-keys.ts'
import type { App } from '#server/platform/http/app.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { readSigningSecret } from '../signing-secret/read-signing-secret.ts'
import { revealSigningSecret } from '../signing-secret/reveal-signing-secret.ts'
import { rotateSigningSecret } from '../signing-secret/rotate-signing-secret.ts'
import { createKey } from './create-key.ts'
import { generateMaster } from './generate-master.ts'
import { listKeys } from './list-keys.ts'
import { revokeKey } from './revoke-key.ts'
import { rotateKey } from './rotate-key.ts'

export function apiKeysRoutes(app: App): void {
  serve(app, apiKeysApi.list, listKeys)
  serve(app, apiKeysApi.create, createKey)
  serve(app, apiKeysApi.generateMaster, generateMaster)
  serve(app, apiKeysApi.rotate, rotateKey)
  serve(app, apiKeysApi.revoke, revokeKey)
  serve(app, apiKeysApi.signingSecret, readSigningSecret)
  serve(app, apiKeysApi.revealSigningSecret, revealSigningSecret)
  serve(app, apiKeysApi.rotateSigningSecret, rotateSigningSecret)
}
