import { zodResolver } from '@hookform/resolvers/zod'
import { CompanyProfile } from '#contract/company-profile.ts'
import { NotificationSettings, SecuritySettings, SystemSettings } from '#contract/settings.ts'

/** Loaded lazily with the first validation (see lazyResolver): zod is not needed to show the forms. */
export const notificationsResolver = zodResolver(NotificationSettings)

export const securityResolver = zodResolver(SecuritySettings)

export const systemResolver = zodResolver(SystemSettings)

export const profileResolver = zodResolver(CompanyProfile)
