import { searchApi } from '#contract/search.ts'
import type { App } from '#server/platform/http/app.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { searchEverywhere } from './search.ts'

export function searchRoutes(app: App): void {
  serve(app, searchApi.find, searchEverywhere)
}
