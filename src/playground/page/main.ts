/**
 * The entry point of the playground's page.
 */
import { courseFrom } from './course.ts';
import { Playground } from './playground.ts';

const textOf = (id: string): string => document.getElementById(id)?.textContent ?? '';

new Playground(courseFrom(textOf('course')), textOf('engine')).start();
