// The site's engine compiles its configuration, and what that imports, to CommonJS; packages that are modules only can
// be reached from there through a file that it has not compiled, which is this one.
exports.load = (name) => import(name);
