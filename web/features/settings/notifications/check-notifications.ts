import { zodResolver } from '@hookform/resolvers/zod'
import { NotificationSettings } from '#contract/settings.ts'

export const notificationsResolver = zodResolver(NotificationSettings)
