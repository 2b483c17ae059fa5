import { zodResolver } from '@hookform/resolvers/zod'
import { SystemSettings } from '#contract/settings.ts'

export const systemResolver = zodResolver(SystemSettings)
