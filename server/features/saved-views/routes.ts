import { savedViewsApi } from '#contract/saved-views.ts'
import type { App } from '#server/platform/http/app.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { createView } from './create-view.ts'
import { listViews } from './list-views.ts'
import { removeView } from './remove-view.ts'
import { updateView } from './update-view.ts'

export function savedViewsRoutes(app: App): void {
  serve(app, savedViewsApi.list, listViews)
  serve(app, savedViewsApi.create, createView)
  serve(app, savedViewsApi.update, updateView)
  serve(app, savedViewsApi.remove, removeView)
}
