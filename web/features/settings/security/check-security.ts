import { zodResolver } from '@hookform/resolvers/zod'
import { SecuritySettings } from '#contract/settings.ts'

export const securityResolver = zodResolver(SecuritySettings)
