"""The composition root: the only package that knows every island. One file a job."""
