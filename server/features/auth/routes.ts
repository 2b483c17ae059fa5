import { authApi } from '#contract/auth.ts'
import type { App } from '#server/platform/http/app.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { currentUser } from './current-user.ts'
import { switchCompany } from './switch-company.ts'

export function authRoutes(app: App): void {
  serve(app, authApi.currentUser, async (_ctx, _input, signedIn) => currentUser(signedIn, app.deps.gate))
  serve(app, authApi.switchCompany, switchCompany)
}
