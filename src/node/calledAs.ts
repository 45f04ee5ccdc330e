/** The words that call svcsim: commands that it prints begin with them. npm sets the variable for what `npx` starts. */
export const calledAs = process.env['npm_command'] === 'exec' ? 'npx svcsim' : 'svcsim';
