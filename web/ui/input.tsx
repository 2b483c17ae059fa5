import { cx } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { controlStyles } from './control-look.ts'

export function Input({ className, type = 'text', ...props }: ComponentProps<'input'>) {
  return <input {...props} type={type} className={cx(controlStyles, 'control', className)} />
}
