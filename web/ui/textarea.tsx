import { cx } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { controlLook } from './control-look.ts'

export function Textarea({ className, rows = 3, ...props }: ComponentProps<'textarea'>) {
  return <textarea {...props} rows={rows} className={cx(controlLook, 'py-2', className)} />
}
