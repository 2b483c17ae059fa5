import { cx } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { controlLook } from './control-look.ts'

export function Input({ className, type = 'text', ...props }: ComponentProps<'input'>) {
  return <input {...props} type={type} className={cx(controlLook, 'control', className)} />
}
