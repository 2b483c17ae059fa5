import { imagesApi } from '#contract/images.ts'
import type { App } from '#server/platform/http/app.ts'
import { serveImage } from '#server/platform/http/files.ts'
import { readImage } from './stored-images.ts'

export const imagesRoutes = (app: App): void => serveImage(app, imagesApi.read, readImage)
