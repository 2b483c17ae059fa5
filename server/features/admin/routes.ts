import { adminApi } from '#contract/admin.ts'
import type { App } from '#server/platform/http/app.ts'
import { serve } from '#server/platform/http/endpoints.ts'
import { createCompany, readQuota, saveQuota, updateCompany } from './companies.ts'
import { createUser, endSessions, removeUser, resetUserSignIn, updateUser } from './users.ts'
import { listCompanies, listUsers } from './queries.ts'

export function adminRoutes(app: App): void {
  serve(app, adminApi.companies, (ctx, query) => ctx.read((tx) => listCompanies(tx, query)))
  serve(app, adminApi.createCompany, createCompany)
  serve(app, adminApi.updateCompany, updateCompany)
  serve(app, adminApi.quota, readQuota)
  serve(app, adminApi.saveQuota, saveQuota)
  serve(app, adminApi.users, (ctx, query) => ctx.read((tx) => listUsers(tx, query)))
  serve(app, adminApi.createUser, createUser)
  serve(app, adminApi.updateUser, updateUser)
  serve(app, adminApi.removeUser, removeUser)
  serve(app, adminApi.resetSignIn, resetUserSignIn)
  serve(app, adminApi.endSessions, endSessions)
}
