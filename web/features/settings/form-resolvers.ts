import { zodResolver } from '@hookform/resolvers/zod'
import { NotificationSettings, SecuritySettings, SystemSettings } from '#contract/settings.ts'

export const notificationsResolver = zodResolver(NotificationSettings)

export const securityResolver = zodResolver(SecuritySettings)

export const systemResolver = zodResolver(SystemSettings)
