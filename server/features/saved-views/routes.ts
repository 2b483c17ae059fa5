import { savedViewsApi } from '#contract/saved-views.ts'
import type { App } from '#server/platform/http/app.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { createView, listViews, removeView, updateView } from './saved-views.ts'

export function savedViewsRoutes(app: App): void {
  serve(app, savedViewsApi.list, listViews)
  serve(app, savedViewsApi.create, createView)
  serve(app, savedViewsApi.update, updateView)
  serve(app, savedViewsApi.remove, removeView)
}
