import { bellApi } from '#contract/bell.ts'
import type { App } from '#server/platform/http/app.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { listBell, markBellRead } from './bell.ts'

export function bellRoutes(app: App): void {
  serve(app, bellApi.list, listBell)
  serve(app, bellApi.markRead, markBellRead)
}
